// Safe terminal output: foreign text cannot steer the terminal with control characters or direction marks.

/** Returns an escape such as `\u001b`. */
export const escaped = (char: string): string => `\\u${(char.codePointAt(0) as number).toString(16).padStart(4, '0')}`

const STEERING = /\r\n|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** Escapes direction marks, and control characters except tab and line feed; CRLF becomes LF. */
export const visible = (text: string): string =>
  text.replace(STEERING, (found) => (found === '\r\n' ? '\n' : escaped(found)))

/** Like `visible`, on one line. */
export const visibleLine = (text: string): string => visible(text.replace(/[\r\n\u2028\u2029]+/g, ' '))

/** Control characters that JSON leaves as they are, and opening signs of message blocks in clients' transcripts. */
const LEFT_BY_JSON =
  /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]|<(?=\||\/?(?:system|assistant|human|antml|(?:tool|function)_|(?:local-)?command-)[\w:-]*[\s/>])/gi

/** Escapes what terminals obey, and tags that models take for a client's, without changing the JSON value. */
export const visibleJson = (json: string): string => json.replace(LEFT_BY_JSON, escaped)
