package batch

import "assay/workspace/usercommand"

// Select tells of the page under the cursor, and of the value of its answer if that is
// looked at.
func (c *Cover) Select(s *usercommand.Selection) {
	if c.face == looking {
		c.result.Select(s)
	}
	if _, p, ok := c.selected(); ok {
		s.URL = p.URL
	}
}
