/** The sounds: a contra was located; both accepted; a locate ended without a connection. */
export const sounds = ['located', 'accepted', 'declined'] as const
export type Sound = (typeof sounds)[number]

interface Tone {
  readonly hertz: number
  /** Start and duration, in seconds. */
  readonly at: number
  readonly duration: number
}

/** Distinguishable by ear: two knocks, twice; a rising chord; two falling tones. */
const tunes: Readonly<Record<Sound, readonly Tone[]>> = {
  located: [
    { hertz: 784, at: 0, duration: 0.12 },
    { hertz: 1_047, at: 0.14, duration: 0.18 },
    { hertz: 784, at: 0.5, duration: 0.12 },
    { hertz: 1_047, at: 0.64, duration: 0.18 },
  ],
  accepted: [
    { hertz: 523, at: 0, duration: 0.16 },
    { hertz: 659, at: 0.12, duration: 0.16 },
    { hertz: 784, at: 0.24, duration: 0.4 },
  ],
  declined: [
    { hertz: 440, at: 0, duration: 0.18 },
    { hertz: 330, at: 0.2, duration: 0.32 },
  ],
}

/** At full volume; several tones may sound together. */
const loudest = 0.4
/** A tone that starts or ends abruptly would click. In seconds. */
const ramp = 0.015

let context: AudioContext | null = null

/** Whether the browser lets this page play sounds: only after a first click or key on it. */
export function isSoundUnlocked(): boolean {
  if (typeof AudioContext === 'undefined') return false
  return (navigator.userActivation as UserActivation | undefined)?.hasBeenActive ?? true
}

/** Whether a sound of this page would be audible now. */
export const canPlaySound = (volume: number): boolean => volume > 0 && isSoundUnlocked()

/**
 * Plays a sound that is synthesized from tones.
 * @param volume in percent; 0 is silent
 * @returns whether it was started
 */
export function playSound(sound: Sound, volume: number): boolean {
  if (!canPlaySound(volume)) return false
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  for (const tone of tunes[sound]) playTone(context, tone, volume)
  return true
}

function playTone(audio: AudioContext, { hertz, at, duration }: Tone, volume: number): void {
  const start = audio.currentTime + at
  const loudness = (loudest * volume) / 100
  const oscillator = audio.createOscillator()
  const gain = audio.createGain()
  oscillator.type = 'triangle'
  oscillator.frequency.value = hertz
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(loudness, start + ramp)
  gain.gain.setValueAtTime(loudness, start + duration - ramp)
  gain.gain.linearRampToValueAtTime(0, start + duration)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(start)
  oscillator.stop(start + duration)
}
