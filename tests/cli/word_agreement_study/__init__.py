"""The page of the study of word agreement."""
