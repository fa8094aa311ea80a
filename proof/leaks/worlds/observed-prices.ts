import { mayCall } from '@aitai/contract/routes/audiences.ts'
import type { Observer } from './observer.ts'
import type { Participant } from './participant.ts'
import type { World } from './venue.ts'

const followedByEach = 60
const ticks = 3

/**
 * The traders among the observers of both worlds follow securities for some ticks, while competitors follow `count`
 * securities in the second one: some that sort before the others and some of the same. The market moves before the
 * second and the third tick. Returns how many messages the observers received.
 */
export async function observePrices(
  worlds: readonly [World, World],
  observers: readonly [readonly Observer[], readonly Observer[]],
  competing: readonly Participant[],
  count: number,
): Promise<number> {
  const ids = worlds[0].securities.map(({ securityId }) => securityId).sort()
  const followed = ids.slice(-followedByEach)
  const shared = Math.floor(count / 4)
  const byOthers = [
    ...ids.slice(0, count - shared),
    ...followed.filter((_, i) => i % 6 === 0).slice(0, shared),
  ]
  const each = Math.ceil(byOthers.length / competing.length)
  const others = await Promise.all(
    competing.map((participant, i) => participant.watchPrices(byOthers.slice(i * each, (i + 1) * each))),
  )
  const watches = await Promise.all(
    observers.map((inWorld) =>
      Promise.all(
        inWorld
          .filter(({ subject }) => mayCall('trader', subject))
          .map(async (observer) => ({ observer, watch: await observer.participant.watchPrices(followed) })),
      ),
    ),
  )
  let messages = 0
  for (let tick = 0; tick < ticks; tick += 1) {
    if (tick > 0) for (const world of worlds) world.pass(1_000, true)
    for (const [i, world] of worlds.entries()) {
      await world.settle()
      await world.pushPrices()
      for (const { observer, watch } of watches[i] ?? [])
        messages += await observer.readPrices(watch, i === 0 ? [] : byOthers)
    }
  }
  for (const watch of [...others, ...watches.flat().map(({ watch }) => watch)]) watch.close()
  return messages
}
