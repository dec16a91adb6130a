"""The rules of a table: presets, parameters, house rules, who sits with whom."""
