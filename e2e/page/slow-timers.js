// As in a tab that was hidden for long: what the page repeats by its own clock no longer comes.
const { setInterval: repeat } = window
window.setInterval = (act, every, ...rest) => repeat(act, Math.max(Number(every), 3_600_000), ...rest)
