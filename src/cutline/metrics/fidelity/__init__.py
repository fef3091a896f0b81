"""How faithful captions are to what is seen in an image: what the metrics of fidelity share."""
