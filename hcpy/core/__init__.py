"""What every room needs: the model of the stages, errors, variables, the tool chain."""
