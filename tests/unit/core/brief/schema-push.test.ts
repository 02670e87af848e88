// Changes to a database schema that an executor is told to push.
import { expect, it } from 'vitest'
import { disposeProjects, makeProject, OURS } from '../../../support/project.js'
import { claim } from '../../../support/work.js'

const PLAN = '.planning/phases/01-foundation/01-02-PLAN.md'
const briefWith = async (path: string) => {
  const project = makeProject({ ...OURS, [PLAN]: (OURS[PLAN] as string).replaceAll('src/part-02.ts', path) }).initGit()
  const { token } = await claim(project, 'execute-plan', '01-02')
  return (await project.ask('unit', 'brief', '--claim', token)).stdout
}

it.each([
  ['prisma/schema.prisma', 'prisma migrate deploy'],
  ['supabase/migrations/1.sql', 'supabase db push'],
  ['shop/models.py', 'manage.py migrate'],
  ['db/migrate/1_add.rb', 'rails db:migrate'],
])('an executor that changes %s is told to push it', async (path, push) => {
  expect(await briefWith(path)).toContain(push)
})

it('other changes are not mentioned', async () => {
  expect(await briefWith('src/models.ts')).not.toContain('database schema')
  disposeProjects()
})
