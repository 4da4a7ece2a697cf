"""What the tokens of the sources show, with no parse."""
