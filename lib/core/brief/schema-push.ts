// Tools that keep a database in step with files: which files are its schema, and the command that brings a change of them to the database. Told to whoever
// changes such a file, and to whoever verifies it.
import { ours, say, type Told } from '../../std/told.js'
import type { View } from '../view.js'
import type { AgentSubject } from './brief-subject.js'

const TOOLS: readonly { readonly tool: string; readonly files: RegExp; readonly push: string }[] = [
  { tool: 'Prisma', files: /\.prisma$|(?:^|\/)prisma\/migrations\//, push: 'prisma migrate deploy (or db push)' },
  { tool: 'Drizzle', files: /(?:^|\/)drizzle\/|(?:^|\/)drizzle\.config\./, push: 'drizzle-kit migrate (or push)' },
  { tool: 'Payload', files: /(?:^|\/)payload\.config\./, push: 'payload migrate' },
  { tool: 'Supabase', files: /(?:^|\/)supabase\/(?:migrations|schemas)\/.*\.sql$/, push: 'supabase db push' },
  { tool: 'TypeORM or MikroORM', files: /\.entity\.ts$/, push: 'typeorm migration:run, mikro-orm migration:up' },
  {
    tool: 'Knex or Sequelize',
    files: /(?:^|\/)migrations\/.*\.[cm]?[jt]s$/,
    push: 'knex migrate:latest, sequelize db:migrate',
  },
  { tool: 'Active Record', files: /(?:^|\/)db\/(?:migrate\/.*|schema)\.rb$/, push: 'rails db:migrate' },
  { tool: 'Django', files: /(?:^|\/)(?:models|migrations\/\w+)\.py$/, push: 'manage.py migrate' },
  { tool: 'Alembic', files: /(?:^|\/)alembic\/versions\/.*\.py$/, push: 'alembic upgrade head' },
  { tool: 'Eloquent', files: /(?:^|\/)database\/migrations\/.*\.php$/, push: 'artisan migrate' },
  { tool: 'Ecto', files: /(?:^|\/)repo\/migrations\/.*\.exs$/, push: 'mix ecto.migrate' },
  { tool: 'Flyway', files: /(?:^|\/)db\/migration\/V[^/]*\.sql$/, push: 'flyway migrate' },
]

/** The files that the plan of an executor names, or all plans and summaries of a phase. */
export function schemaPushes({ agent, phase, plan }: AgentSubject, view: View): readonly Told[] {
  const plans = agent === 'executor' ? (plan === null ? [] : [plan]) : (phase?.plans ?? [])
  const paths = plans.flatMap(({ plan: { filesModified, tasks }, file }) => {
    const summary = file.summary === null ? undefined : view.parse('summary', file.summary)?.value
    const done = summary === undefined ? [] : [...summary.keyFiles.created, ...summary.keyFiles.modified]
    return [...filesModified, ...tasks.flatMap(({ files }) => files), ...done]
  })
  return TOOLS.filter(({ files }) => paths.some((path) => files.test(path))).map(
    ({ tool, push }) => say`- ${ours(tool)}: \`${ours(push)}\``,
  )
}
