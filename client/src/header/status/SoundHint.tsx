import { useEffect, useState } from 'react'
import { useUser } from '../../app/store/current-user.ts'
import { useAppSelector } from '../../app/store/store.ts'
import { isSoundUnlocked } from '../../ui/browser/sound.ts'
import { useText } from '../../ui/text/use-text.ts'
import '../account/alert-settings.css'

const unlocking = ['pointerup', 'keydown'] as const

/**
 * A page that was loaded again is mute until its first click or key, by the browser's rule. A trader who
 * counts on the sound is told so (quality U35).
 */
export function SoundHint() {
  const text = useText()
  const isTrader = useUser()?.role === 'TRADER'
  const isOn = useAppSelector((state) => state.settings.sound) === 'on'
  const [isMute, setIsMute] = useState(() => !isSoundUnlocked())
  useEffect(() => {
    const look = (): void => setIsMute(!isSoundUnlocked())
    for (const name of unlocking) addEventListener(name, look)
    return () => {
      for (const name of unlocking) removeEventListener(name, look)
    }
  }, [])
  return isTrader && isOn && isMute ? <span className="sound-hint">{text('alerts.locked')}</span> : null
}
