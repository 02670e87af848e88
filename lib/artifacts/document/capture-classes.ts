// What may become of a todo. Apart from the codec, because whoever reads notes asks it.

export const CAPTURE_CLASSES = ['quick-task', 'inject', 'defer', 'replan', 'note', 'stop'] as const
export type CaptureClass = (typeof CAPTURE_CLASSES)[number]
