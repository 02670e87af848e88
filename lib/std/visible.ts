// What people see on a terminal: control characters and marks that turn the direction of a line stand as their escapes, so that no text of others steers anything.

/** `\u001b` */
const escaped = (char: string): string => `\\u${(char.codePointAt(0) as number).toString(16).padStart(4, '0')}`

const STEERING = /\r\n|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** The text with every control character but tab and line feed as its escape. What holds none comes back as it is. */
export const visible = (text: string): string =>
  text.replace(STEERING, (found) => (found === '\r\n' ? '\n' : escaped(found)))

/** The same on one line. */
export const visibleLine = (text: string): string => visible(text.replace(/[\r\n\u2028\u2029]+/g, ' '))

/** Behind the signs: how the blocks of a conversation begin in clients. */
const LEFT_BY_JSON =
  /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]|<(?=\||\/?(?:system|assistant|human|antml|(?:tool|function)_|(?:local-)?command-)[\w:-]*[\s/>])/gi

/** A JSON text with what `JSON.stringify` leaves as it is, and terminals obey or models take for a block of their client: within strings, the only place for it, as escapes. The value stays the same. */
export const visibleJson = (json: string): string => json.replace(LEFT_BY_JSON, escaped)
