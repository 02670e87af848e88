// Which files hold tests, by where they lie and what they are called.

const TEST_FILE = /(?:^|\/)(?:tests?|__tests__|specs?)\/|\.(?:test|spec)\.[^/]+$|(?:^|\/)test_[^/]+$|_test\.[^/.]+$/

export const isTestFile = (path: string): boolean => TEST_FILE.test(path)
