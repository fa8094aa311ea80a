import { DarkIcon, LightIcon } from '@salt-ds/icons'
import { effectiveMode, settingChosen } from '../shared/store/settings.ts'
import { useAppDispatch, useAppSelector } from '../shared/store/store.ts'
import { usePrefersDark } from '../ui/browser/browser-hooks.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { useText } from '../ui/text/use-text.ts'

/** Switches between light and dark, whatever the system's setting. */
export function ModeSwitch() {
  const text = useText()
  const dispatch = useAppDispatch()
  const shown = effectiveMode(
    useAppSelector((state) => state.settings.mode),
    usePrefersDark(),
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
