import { useId, useState } from 'react'
import { type OnOff, onOffValues, type Settings, settingChosen } from '../../shared/store/settings.ts'
import { useAppDispatch, useAppSelector } from '../../shared/store/store.ts'
import {
  type DesktopPermission,
  desktopPermission,
  requestDesktopPermission,
} from '../../ui/browser/desktop-notification.ts'
import { playSound, sounds } from '../../ui/browser/sound.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx'
import { useText } from '../../ui/text/use-text.ts'
import './alert-settings.css'

/** The settings for the alerts about located contras and for single-key shortcuts. */
export function AlertSettings() {
  const text = useText()
  const dispatch = useAppDispatch()
  const { sound, singleKeys } = useAppSelector((state) => state.settings)
  const choose = (chosen: Partial<Settings>): void => void dispatch(settingChosen(chosen))
  const options = onOffValues.map((value) => ({ value, label: text(`alerts.${value}`) }))
  return (
    <>
      <div className="alert-sound">
        <SegmentedControl<OnOff>
          label={text('alerts.sound')}
          value={sound}
          options={options}
          onChoose={(chosen) => choose({ sound: chosen })}
        />
        <Volume />
      </div>
      <SoundTests />
      <DesktopNotifications />
      <SegmentedControl<OnOff>
        label={text('alerts.singleKeys')}
        value={singleKeys}
        options={options.map((option) => ({ ...option, label: text(`alerts.singleKeys.${option.value}`) }))}
        onChoose={(chosen) => choose({ singleKeys: chosen })}
      />
    </>
  )
}

const step = 10

function Volume() {
  const text = useText()
  const id = useId()
  const dispatch = useAppDispatch()
  const { volume } = useAppSelector((state) => state.settings)
  return (
    <div className="alert-volume">
      <label className="field-label" htmlFor={id}>
        {text('alerts.volume', { volume })}
      </label>
      <input
        id={id}
        type="range"
        min={step}
        max={100}
        step={step}
        value={volume}
        onChange={(event) => dispatch(settingChosen({ volume: Number(event.target.value) }))}
      />
    </div>
  )
}

/** A preview button for each sound. It plays at the chosen volume even while sounds are off. */
function SoundTests() {
  const text = useText()
  const id = useId()
  const { volume } = useAppSelector((state) => state.settings)
  return (
    <fieldset className="alert-tests" aria-labelledby={id}>
      <span id={id} className="field-label">
        {text('alerts.test')}
      </span>
      {sounds.map((sound) => (
        <Button key={sound} onClick={() => void playSound(sound, volume)}>
          {text(`alerts.test.${sound}`)}
        </Button>
      ))}
    </fieldset>
  )
}

/** The permission for browser notifications, with a button that requests it if it is undecided. */
function DesktopNotifications() {
  const text = useText()
  const [permission, setPermission] = useState<DesktopPermission>(desktopPermission)
  const requestPermission = async (): Promise<void> => setPermission(await requestDesktopPermission())
  return (
    <div className="alert-desktop">
      <span className="field-label">{text('alerts.desktop')}</span>
      <p role="status">{text(`alerts.desktop.${permission}`)}</p>
      {permission === 'default' && (
        <Button onClick={() => void requestPermission()}>{text('alerts.desktop.allow')}</Button>
      )}
    </div>
  )
}
