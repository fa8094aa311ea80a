import { readFile } from 'node:fs/promises'

/** The processor time in seconds that a process and its children have used, in steps of 10 ms (proc(5)). */
export async function processorSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean)
  const ofChildren = await Promise.all(children.map((child) => processorSeconds(Number(child))))
  return ofChildren.reduce((sum, seconds) => sum + seconds, ((user ?? 0) + (system ?? 0)) / 100)
}

/** The resident memory of a process now and at most so far, in MiB (proc(5)). */
export async function residentMemory(pid: number): Promise<{ readonly now: number; readonly most: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const mebibytes = (name: string): number =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024)
  return { now: mebibytes('VmRSS'), most: mebibytes('VmHWM') }
}
