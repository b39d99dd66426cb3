"""Reading forms: values with their lines, readers of single values, YAML and JSON. Knows nothing of wargames."""
