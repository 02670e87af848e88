// The charter of a small project as a session writes it: every fact once.

export const charterDraft = `# Counter

A command that counts words, for writers in a terminal.

Core value: Numbers one can trust.

## Order

> Build me a command that counts words and lines.
> No frills.

Scope: all

## Constraints

- Language: JavaScript, because it is there

## Decisions

- D-01 (asked): A word is what white space surrounds
- D-02 (mine): One file because the tool is small
- D-03 (left to me): Numbers are separated by a tab because programs read that

## Requirements

### Counting

- **COUNT-01**: It counts the words of a text; an empty one has none
- **COUNT-02**: It counts the lines of a text

### Output

- **OUT-01**: It prints both numbers on one line

## Later

- **COUNT-09**: It counts sentences

## Out of scope

- Characters: nobody asked for them

## Phases

### Phase 1: Counting

Goal: Words and lines are counted
Requirements: COUNT-01, COUNT-02
1. A text of three words gives 3
2. A text of two lines gives 2

### Phase 2: Output

Goal: Numbers are printed
Requirements: OUT-01
1. Both numbers stand on one line

## Checks

- \`node --test\`
`
