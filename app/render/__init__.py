"""A DrawList becomes pixels. The only place that speaks to the graphics card."""
