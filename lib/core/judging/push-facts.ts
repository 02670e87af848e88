// Tools that keep a database in step with files: which files are their schema, and which command brings a change to the database. One row each.

export interface SchemaTool {
  readonly id: string
  readonly title: string
  /** Files that are nothing else. `**` stands for any folders, `*` for a part of a name. */
  readonly own: readonly string[]
  /** Files that may be something else: they count where the project shows that it uses the tool. */
  readonly likely: readonly string[]
  /** Packages or files that show it. */
  readonly packages: readonly string[]
  readonly signs: readonly string[]
  /** Commands that push: every word of one must stand in the call, in this order. The first is the one to recommend. */
  readonly push: readonly (readonly string[])[]
}

const tool = (row: Partial<SchemaTool> & Pick<SchemaTool, 'id' | 'title' | 'push'>): SchemaTool => ({
  own: [],
  likely: [],
  packages: [],
  signs: [],
  ...row,
})

export const SCHEMA_TOOLS: readonly SchemaTool[] = [
  tool({
    id: 'prisma',
    title: 'Prisma',
    own: ['**/*.prisma', '**/prisma/migrations/**'],
    push: [
      ['prisma', 'db', 'push'],
      ['prisma', 'migrate', 'deploy'],
      ['prisma', 'migrate', 'dev'],
    ],
  }),
  tool({
    id: 'drizzle',
    title: 'Drizzle',
    own: ['**/drizzle/**/*.ts', '**/drizzle/**/*.sql', '**/drizzle.config.*', '**/*.drizzle.ts'],
    likely: ['**/db/schema.ts', '**/db/schema/**/*.ts', '**/schema.ts'],
    packages: ['drizzle-orm', 'drizzle-kit'],
    signs: ['drizzle.config.ts', 'drizzle.config.js', 'drizzle.config.mjs'],
    push: [
      ['drizzle-kit', 'push'],
      ['drizzle-kit', 'migrate'],
    ],
  }),
  tool({
    id: 'payload',
    title: 'Payload',
    own: ['**/payload.config.*'],
    likely: ['**/collections/**/*.ts', '**/globals/**/*.ts', '**/blocks/**/*.ts'],
    packages: ['payload'],
    signs: ['payload.config.ts', 'src/payload.config.ts'],
    push: [
      ['payload', 'migrate'],
      ['payload', 'migrate:create'],
    ],
  }),
  tool({
    id: 'supabase',
    title: 'Supabase',
    own: ['**/supabase/migrations/**/*.sql', '**/supabase/schemas/**/*.sql'],
    push: [
      ['supabase', 'db', 'push'],
      ['supabase', 'migration', 'up'],
    ],
  }),
  tool({
    id: 'typeorm',
    title: 'TypeORM',
    own: ['**/ormconfig.*'],
    likely: ['**/*.entity.ts', '**/entities/**/*.ts', '**/entity/**/*.ts', '**/migrations/**/*.ts'],
    packages: ['typeorm'],
    signs: ['ormconfig.json', 'ormconfig.js', 'ormconfig.ts'],
    push: [
      ['typeorm', 'migration:run'],
      ['typeorm', 'schema:sync'],
    ],
  }),
  tool({
    id: 'knex',
    title: 'Knex',
    own: ['**/knexfile.*'],
    likely: ['**/migrations/**/*.js', '**/migrations/**/*.ts'],
    packages: ['knex'],
    signs: ['knexfile.js', 'knexfile.ts', 'knexfile.cjs'],
    push: [['knex', 'migrate:latest']],
  }),
  tool({
    id: 'sequelize',
    title: 'Sequelize',
    own: ['**/.sequelizerc'],
    likely: ['**/models/**/*.js', '**/models/**/*.ts', '**/migrations/**/*.js', '**/migrations/**/*.ts'],
    packages: ['sequelize', 'sequelize-cli'],
    signs: ['.sequelizerc'],
    push: [['sequelize', 'db:migrate']],
  }),
  tool({
    id: 'mikro-orm',
    title: 'MikroORM',
    own: ['**/mikro-orm.config.*'],
    likely: ['**/*.entity.ts', '**/entities/**/*.ts', '**/migrations/**/*.ts'],
    packages: ['@mikro-orm/core'],
    signs: ['mikro-orm.config.ts'],
    push: [
      ['mikro-orm', 'migration:up'],
      ['mikro-orm', 'schema:update'],
    ],
  }),
  tool({
    id: 'rails',
    title: 'Active Record',
    own: ['**/db/migrate/**/*.rb', '**/db/schema.rb'],
    push: [
      ['rails', 'db:migrate'],
      ['rake', 'db:migrate'],
    ],
  }),
  tool({
    id: 'django',
    title: 'Django',
    likely: ['**/migrations/**/*.py', '**/models.py', '**/models/**/*.py'],
    signs: ['manage.py'],
    push: [['manage.py', 'migrate']],
  }),
  tool({
    id: 'alembic',
    title: 'Alembic',
    own: ['**/alembic/versions/**/*.py', '**/alembic.ini'],
    push: [['alembic', 'upgrade']],
  }),
  tool({
    id: 'laravel',
    title: 'Eloquent',
    own: ['**/database/migrations/**/*.php'],
    push: [['artisan', 'migrate']],
  }),
  tool({
    id: 'ecto',
    title: 'Ecto',
    own: ['**/priv/repo/migrations/**/*.exs'],
    push: [['mix', 'ecto.migrate']],
  }),
  tool({
    id: 'flyway',
    title: 'Flyway',
    own: ['**/db/migration/V*.sql'],
    push: [['flyway', 'migrate']],
  }),
]

/** How the push is called, for messages. */
export const pushCommand = ({ push }: SchemaTool): string => (push[0] ?? []).join(' ')

/** Globs of the table: `**` for any folders (none too), `*` for a part of one name. */
function matchesGlob(path: string, glob: string): boolean {
  const fits = (names: readonly string[], parts: readonly string[]): boolean => {
    const [part, ...rest] = parts
    if (part === undefined) return names.length === 0
    if (part === '**')
      return names.some((_, index) => fits(names.slice(index), rest)) || (rest.length === 0 && names.length > 0)
    const [name, ...others] = names
    return name !== undefined && matchesName(name, part) && fits(others, rest)
  }
  return fits(path.split('/'), glob.split('/'))
}

function matchesName(name: string, pattern: string): boolean {
  const pieces = pattern.split('*')
  if (pieces.length === 1) return name === pattern
  const first = pieces[0] as string
  const last = pieces.at(-1) as string
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last)) return false
  let at = first.length
  for (const piece of pieces.slice(1, -1)) {
    const found = name.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return at <= name.length - last.length
}

export interface SchemaFile {
  readonly path: string
  readonly tool: SchemaTool
}

/** Which of the paths are schema files, and whose. `uses` says whether the project shows a tool; a path of several tools counts for those it shows. */
export function schemaFiles(paths: readonly string[], uses: (tool: SchemaTool) => boolean): readonly SchemaFile[] {
  return SCHEMA_TOOLS.flatMap((row) => {
    const own = paths.filter((path) => row.own.some((glob) => matchesGlob(path, glob)))
    const likely =
      row.likely.length === 0 ? [] : paths.filter((path) => row.likely.some((glob) => matchesGlob(path, glob)))
    const counted = likely.length > 0 && (own.length > 0 || uses(row)) ? [...new Set([...own, ...likely])] : own
    return counted.map((path) => ({ path, tool: row }))
  })
}

/** Whether a call is one that pushes for the tool: its words in order, as names of programs or as arguments. */
export function pushes({ push }: SchemaTool, argv: readonly string[]): boolean {
  const words = argv.flatMap((word) => word.split(/[\s/]+/))
  return push.some((wanted) => {
    let at = 0
    for (const word of words) if (word === wanted[at]) at++
    return at >= wanted.length
  })
}
