// The drivers by name.

import type { World } from '../../world.js'
import type { AutoGiven } from '../args.js'
import type { Client } from '../client.js'
import { acp } from './acp.js'
import { commandLine } from './command-line.js'
import type { Driver, DriverId } from './driver.js'

const DRIVERS: Readonly<Record<DriverId, (client: Client, given: AutoGiven, world: World) => Driver>> = {
  cli: commandLine,
  acp,
}

export const openDriver = (client: Client, given: AutoGiven, world: World): Driver =>
  DRIVERS[given.driver ?? 'cli'](client, given, world)
