"""The collection site: people write captions of images, or rate captions that others wrote."""
