"""What stands where: frozen data that knows no rules."""
