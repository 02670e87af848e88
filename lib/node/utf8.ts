/** Node's own step to a text. `toString` comes to it too, behind code that a hook program would run for nothing else. */
export function utf8(bytes: Buffer & { utf8Slice?(start: number, end: number): string }, end = bytes.length): string {
  return bytes.utf8Slice?.(0, end) ?? bytes.toString('utf8', 0, end)
}
