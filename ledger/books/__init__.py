"""What accounts hold, now and at a moment: balances, debts, the cash desk."""
