"""The pages, and what their forms and scripts ask for."""
