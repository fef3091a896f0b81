"""The PTB tokenizer under its old names."""
