"""What the tokens of the sources tell, with no parse."""
