"""Every line-up of a field."""
