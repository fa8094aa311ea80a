/**
 * A priority queue (binary heap) of ids by due time. Entries are not removed early, so readers must check
 * whether they still hold. `dueBy` only reads, because `decide` must not change the state.
 */
export interface DueQueue {
  readonly times: number[]
  readonly ids: string[]
}

export const emptyDueQueue = (): DueQueue => ({ times: [], ids: [] })

function swap({ times, ids }: DueQueue, a: number, b: number): void {
  ;[times[a], times[b]] = [times[b] as number, times[a] as number]
  ;[ids[a], ids[b]] = [ids[b] as string, ids[a] as string]
}

const timeAt = (queue: DueQueue, index: number): number => queue.times[index] ?? Number.POSITIVE_INFINITY

export function addDue(queue: DueQueue, at: number, id: string): void {
  queue.times.push(at)
  queue.ids.push(id)
  let child = queue.times.length - 1
  while (child > 0) {
    const parent = (child - 1) >> 1
    if (timeAt(queue, parent) <= timeAt(queue, child)) return
    swap(queue, parent, child)
    child = parent
  }
}

/** The earliest due time, or Infinity. */
export const nextDue = (queue: DueQueue): number => timeAt(queue, 0)

/** The ids due at or before a moment, in no particular order. */
export function dueBy(queue: DueQueue, at: number): string[] {
  const due: string[] = []
  const open = [0]
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    if (!(index < queue.times.length && timeAt(queue, index) <= at)) continue
    due.push(queue.ids[index] as string)
    open.push(2 * index + 1, 2 * index + 2)
  }
  return due
}

/** Forgets everything due at or before a moment that no longer holds. */
export function dropDue(queue: DueQueue, at: number, holds: (id: string) => boolean): void {
  while (queue.ids.length > 0 && nextDue(queue) <= at && !holds(queue.ids[0] as string)) removeFirst(queue)
}

function removeFirst(queue: DueQueue): void {
  swap(queue, 0, queue.times.length - 1)
  queue.times.pop()
  queue.ids.pop()
  for (let parent = 0; ; ) {
    const left = 2 * parent + 1
    const smaller = timeAt(queue, left) <= timeAt(queue, left + 1) ? left : left + 1
    if (timeAt(queue, parent) <= timeAt(queue, smaller)) return
    swap(queue, parent, smaller)
    parent = smaller
  }
}
