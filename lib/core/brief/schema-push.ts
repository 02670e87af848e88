// Database schema tools: their schema files, and the command that applies changes.
import { ours, type SafeText, say } from '../../std/safe-text.js'
import type { PlanFacts } from '../derivation/plan-facts.js'
import { type Block, rules } from './brief-blocks.js'
import type { BriefWorld } from './brief-world.js'

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

/** Push commands of every schema tool whose files these plans or summaries name. */
export function schemaBlock(title: SafeText, { view }: BriefWorld, plans: readonly PlanFacts[]): readonly Block[] {
  const paths = plans.flatMap(({ plan: { filesModified, tasks }, file }) => {
    const summary = file.summary === null ? undefined : view.parse('summary', file.summary)?.value
    const done = summary === undefined ? [] : [...summary.keyFiles.created, ...summary.keyFiles.modified]
    return [...filesModified, ...tasks.flatMap(({ files }) => files), ...done]
  })
  const found = TOOLS.filter(({ files }) => paths.some((path) => files.test(path)))
  const pushes = found.map(({ tool, push }) => say`- ${ours(tool)}: \`${ours(push)}\``)
  return rules('schema', title, pushes)
}
