"""One look for every page and drawing: colours, type, the parts that pages share, and charts."""
