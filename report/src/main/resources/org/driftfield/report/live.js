// Follows the work while it goes on: asks the server of this page, draws what is new, and opens the report at the end.
(function () {
  const bar = document.createElement('div');
  bar.className = 'live';
  const words = document.createElement('p');
  words.setAttribute('role', 'status');
  const part = document.createElement('progress');
  part.max = 1;
  const stop = document.createElement('button');
  stop.type = 'button';
  stop.textContent = 'Stop and keep';
  stop.title = 'End the run soon and keep the draws that it has';
  bar.append(part, words, stop);
  document.querySelector('.masthead').append(bar);
  let version = -1;
  let failures = 0;

  stop.addEventListener('click', async () => {
    stop.disabled = true;
    await fetch('stop', {method: 'POST'});
  });

  async function look() {
    try {
      const state = await (await fetch('state', {cache: 'no-store'})).json();
      failures = 0;
      words.textContent = state.words;
      document.documentElement.dataset.live = state.phase;
      if (state.part === null) part.removeAttribute('value'); else part.value = state.part;
      stop.disabled = state.stopping;
      stop.hidden = !state.stoppable;
      if (state.phase === 'finished') {
        stop.hidden = true;
        part.hidden = true;
        if (state.report) location.replace('report');
        return;
      }
      if (state.version !== version) {
        const first = version < 0;
        version = state.version;
        if (!first && !window.redraw(await (await fetch('charts', {cache: 'no-store'})).json())) location.reload();
      }
    } catch {
      failures++;
      if (failures > 4) {
        words.textContent = 'The fit does not answer any more: it has ended or was interrupted.';
        stop.hidden = true;
        return;
      }
    }
    setTimeout(look, 1000);
  }
  look();
})();
