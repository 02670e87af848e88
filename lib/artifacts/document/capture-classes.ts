// Classes of todos.

export const CAPTURE_CLASSES = ['quick-task', 'inject', 'defer', 'replan', 'note', 'stop'] as const
export type CaptureClass = (typeof CAPTURE_CLASSES)[number]
