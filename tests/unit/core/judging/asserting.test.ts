// Test files in which nothing can fail, told by their words.
import { describe, expect, it } from 'vitest'
import { assertsNothing } from '../../../../lib/core/judging/asserting.js'

describe('a test file', () => {
  it.each([
    ['a.test.js', "const { test } = require('node:test')\ntest('fails on empty input', () => {})\n"],
    ['tests/a.test.ts', "import { parse } from '../a'\nit('expects three', () => { parse('a') }) // assert later\n"],
    ['test_a.py', 'def test_fails_on_empty():\n    """asserts that it raises"""\n    parse("assert")\n'],
    ['a_test.go', 'func TestFails(t *testing.T) {\n\t/* t.Fatal */\n\tParse("a")\n}\n'],
    ['tests/a.rs', '#[test]\nfn fails() { parse("a"); }\n'],
  ])('asserts nothing: %s', (path, text) => expect(assertsNothing(path, text)).toBe(true))

  it.each([
    ['a.test.js', "test('counts', () => assert.equal(count('a'), 1))\n"],
    ['a.test.ts', "it('counts', () => { expect(count('a')).toBe(1) })\n"],
    ['a.test.js', "test('counts', (t) => { t.is(count('a'), 1) })\n"],
    ['a.test.js', "if (count('a') !== 1) throw new Error('no')\n"],
    ['a.test.js', "checkCount('a', 1)\n"],
    ['test_a.py', 'def test_a():\n    assert count("a") == 1\n'],
    ['a_test.go', 'func TestA(t *testing.T) {\n\tif n := Count("a"); n != 1 { t.Fatalf("%d", n) }\n}\n'],
    ['a_test.go', 'func TestA(t *testing.T) { require.Len(t, a, 1) }\n'],
    ['tests/a.rs', '#[test]\nfn counts() { assert_eq!(count("a"), 1); }\n'],
    ['tests/ATest.php', '<?php class ATest { function testA() { $this->assertSame(1, count_("a")); } }\n'],
    ['a_spec.rb', 'it("counts") { count("a").should eq 1 }\n'],
    ['a_spec.rb', 'it("counts") { refute_nil count("a") }\n'],
    ['tests/a.c', 'void test_counts(void) { TEST_ASSERT_EQUAL_INT(1, count_of("a")); }\n'],
    ['tests/a.c', 'START_TEST(counts) { ck_assert_int_eq(count_of("a"), 1); }\n'],
    ['tests/a.cpp', 'TEST_CASE("counts") { REQUIRE(count_of("a") == 1); }\n'],
    ['tests/a.cpp', 'void A::counts() { QCOMPARE(count_of("a"), 1); }\n'],
    ['Tests/a.test.swift', '@Test func counts() { #expect(count("a") == 1) }\n'],
    ['tests/a.hs', 'main = runTestTT (count "a" @?= 1)\n'],
    ['tests/a.sh', 'grep a b\n'],
    ['tests/data.json', '{}\n'],
    ['src/a.js', 'module.exports = 1\n'],
  ])('may fail, or is none: %s %j', (path, text) => expect(assertsNothing(path, text)).toBe(false))
})
