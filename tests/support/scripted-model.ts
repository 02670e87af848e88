// A scripted model: makes calls and counts them and the bytes that they print.
import type { TempProject } from './project.js'

export class ScriptedModel {
  calls = 0
  /** Bytes that the calls printed. */
  read = 0
  text = ''
  protected readonly project: TempProject

  constructor(project: TempProject) {
    this.project = project
  }

  async call(...words: readonly string[]): Promise<number> {
    this.calls++
    const { exit, stdout } = await this.project.ask(...words)
    this.text = stdout
    this.read += Buffer.byteLength(stdout)
    return exit ?? -1
  }
}
