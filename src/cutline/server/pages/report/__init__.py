"""The report of an entry whose references are public: every image to check its scores by."""
