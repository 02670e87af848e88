// What may become of a captured thought. Apart from the codec, because whoever looks at what is captured asks it.

export const CAPTURE_CLASSES = ['quick-task', 'inject', 'defer', 'replan', 'note', 'stop', 'backtrack'] as const
export type CaptureClass = (typeof CAPTURE_CLASSES)[number]
