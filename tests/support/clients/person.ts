// Settings that a user would have written once, through which a client reaches the loopback model.
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Sandbox } from './client.js'

export function codexProvider({ home }: Sandbox, url: string): void {
  const path = join(home, '.codex', 'config.toml')
  mkdirSync(dirname(path), { recursive: true })
  const provider = `[model_providers.mock]\nname = "mock"\nbase_url = "${url}/v1"\nwire_api = "responses"\nenv_key = "MOCK_API_KEY"\nrequest_max_retries = 0\nstream_max_retries = 0\n`
  writeFileSync(path, 'model_provider = "mock"\ncheck_for_update_on_startup = false\n\n', { flag: 'a' })
  appendFileSync(path, provider)
}

export function qwenLogin({ home }: Sandbox): void {
  const path = join(home, '.qwen', 'settings.json')
  mkdirSync(dirname(path), { recursive: true })
  const before = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  writeFileSync(path, JSON.stringify({ ...before, security: { auth: { selectedType: 'openai' } } }))
}

/** Installs the provider as the user's extension, which Pi loads by itself. */
export function piProvider({ home, out }: Sandbox): void {
  const path = join(home, '.pi/agent/extensions/provider.ts')
  mkdirSync(dirname(path), { recursive: true })
  copyFileSync(join(out, 'provider.ts'), path)
}
