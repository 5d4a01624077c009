package overlay

import (
	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/cells"
)

// Mouse returns a mouse event with its place counted from the top left corner of a box
// that Center puts on a frame of the given size, and whether it is a press beside the
// box. Turns of the wheel are none.
func Mouse(msg tea.MouseMsg, width, height int, box []string) (moved tea.MouseMsg, beside bool) {
	x, y := Middle(width, height, box)
	msg.X -= x
	msg.Y -= y
	inside := msg.Y >= 0 && msg.Y < len(box) && msg.X >= 0 && msg.X < cells.Width(box[0])
	return msg, !inside && msg.Action == tea.MouseActionPress && !tea.MouseEvent(msg).IsWheel()
}
