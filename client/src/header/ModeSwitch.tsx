import { DarkIcon, LightIcon } from '@salt-ds/icons'
import { modeShown, settingChosen } from '../settings.ts'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { useSystemIsDark } from '../ui/system.ts'
import { useText } from '../ui/text.ts'

/** From light to dark and back, whatever the system says. */
export function ModeSwitch() {
  const text = useText()
  const dispatch = useAppDispatch()
  const shown = modeShown(
    useAppSelector((state) => state.settings.mode),
    useSystemIsDark(),
  )
  const next = shown === 'dark' ? 'light' : 'dark'
  return (
    <IconButton
      label={text(next === 'dark' ? 'header.toDark' : 'header.toLight')}
      onClick={() => dispatch(settingChosen({ mode: next }))}
    >
      {next === 'dark' ? <DarkIcon aria-hidden /> : <LightIcon aria-hidden />}
    </IconButton>
  )
}
