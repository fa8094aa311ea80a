import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** The tones that the browser played, with their volume. */
let tones: number[]
let loudness: number[]

class FakeContext {
  readonly state = 'running'
  readonly currentTime = 0
  readonly destination = {}
  createOscillator() {
    const frequency = {
      set value(hertz: number) {
        tones.push(hertz)
      },
    }
    return { type: '', frequency, connect: (next: unknown) => next, start: vi.fn(), stop: vi.fn() }
  }
  createGain() {
    const gain = {
      setValueAtTime: (value: number) => loudness.push(value),
      linearRampToValueAtTime: (value: number) => loudness.push(value),
    }
    return { gain, connect: (next: unknown) => next }
  }
}

beforeEach(() => {
  tones = []
  loudness = []
  vi.resetModules()
  vi.stubGlobal('AudioContext', FakeContext)
})
afterEach(() => vi.unstubAllGlobals())

const activated = (hasBeenActive: boolean) =>
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive }, configurable: true })

test('each sound has tones of its own', async () => {
  activated(true)
  const { playSound, sounds } = await import('./sound.ts')
  const played = sounds.map((sound) => {
    tones = []
    playSound(sound, 60)
    return tones.join(' ')
  })

  expect(new Set(played).size).toBe(sounds.length)
  expect(played).not.toContain('')
})

test('the volume scales the peak level, and at zero nothing is played', async () => {
  activated(true)
  const { playSound } = await import('./sound.ts')
  playSound('accepted', 100)
  const full = Math.max(...loudness)
  loudness = []
  playSound('accepted', 25)

  expect(Math.max(...loudness)).toBeCloseTo(full / 4)
  tones = []
  expect(playSound('accepted', 0)).toBe(false)
  expect(tones).toEqual([])
})

test('sound is locked until the first click or key press on the page, and is reported as locked', async () => {
  activated(false)
  const { playSound, isSoundUnlocked } = await import('./sound.ts')

  expect(isSoundUnlocked()).toBe(false)
  expect(playSound('located', 60)).toBe(false)
  expect(tones).toEqual([])
})
