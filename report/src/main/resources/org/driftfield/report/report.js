// Draws the charts, again when width, colour scheme or medium change, and leaves on the root element what became of it.
(function () {
  const root = document.documentElement;
  let specs = JSON.parse(document.getElementById('chart-data').textContent);
  const boxes = [...document.querySelectorAll('[data-chart]')];
  const drawn = new Set();

  function draw(box) {
    const spec = specs[Number(box.dataset.chart)];
    const colours = palette();
    const matrix = spec.kind === 'matrix';
    box.dataset.kind = spec.kind;
    if (matrix) {
      const layout = matrixLayout(spec, box.parentElement.clientWidth);
      box.style.width = layout.width + 'px';
      box.style.height = layout.height + 'px';
    }
    if (spec.kind === 'forest') box.style.height = 24 * spec.intervals.length + 40 + 'px';
    let chart = echarts.getInstanceByDom(box);
    if (!chart) {
      // Vectors print sharply; only the thousands of points of a matrix or of a long series are better as pixels.
      chart = echarts.init(box, null, matrix || spec.size > 5000 ? {renderer: 'canvas', devicePixelRatio: Math.max(2, devicePixelRatio)}
        : {renderer: 'svg'});
      chart.on('finished', () => {
        drawn.add(box);
        root.dataset.charts = String(drawn.size);
        root.dataset.overflow = String(root.scrollWidth > root.clientWidth);
      });
    } else {
      chart.resize();
    }
    const options = {line: lineOptions, bar: barOptions, matrix: matrixOptions, time: timeOptions, forest: forestOptions}[spec.kind];
    chart.setOption(options(spec, colours, box.parentElement.clientWidth), true);
  }

  function drawAll() {
    for (const box of boxes) {
      try {
        draw(box);
      } catch (error) {
        root.dataset.error = String(error);
        box.classList.add('failed');
        box.textContent = 'This chart could not be drawn.';
      }
    }
    drawLegends();
  }

  function drawLegends() {
    const colours = palette();
    for (const sample of document.querySelectorAll('.sample')) {
      const look = sample.classList[1];
      const i = Number(sample.dataset.index);
      const spec = specs[Number(sample.closest('figure').querySelector('[data-chart]').dataset.chart)];
      const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
      svg.setAttribute('width', '28');
      svg.setAttribute('height', '12');
      const shape = (tag, attributes) => {
        const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
        Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
        svg.append(element);
      };
      if (look === 'line' || look === 'faint') {
        const dash = DASHES[i % DASHES.length];
        shape('line', {x1: 0, x2: 28, y1: 6, y2: 6, stroke: look === 'faint' ? (spec.kind === 'time' ? colours.soft : colours.faint) : colours.of(i),
          'stroke-width': look === 'faint' ? 1 : 2, 'stroke-dasharray': look === 'faint' || dash === 'solid' ? 'none' : dash.join(' ')});
      }
      if (look === 'points' || (look === 'line' && marked(spec))) {
        const paths = {circle: 'M14 2a4 4 0 1 0 .01 0z', diamond: 'M14 1l4 5-4 5-4-5z', triangle: 'M14 1l5 9h-10z',
          rect: 'M10 2h8v8h-8z'};
        shape('path', {d: paths[MARKERS[i % MARKERS.length]] || paths.circle, fill: colours.of(i)});
      } else if (look === 'band' || look === 'bar') {
        shape('rect', {x: 0, y: 0, width: 28, height: 12, fill: colours.of(i), 'fill-opacity': look === 'band' ? 0.25 : 0.85});
        if (look === 'bar' && i > 0) {
          shape('path', {d: i % 2 ? 'M-4 12l12-12M4 12l12-12M12 12l12-12M20 12l12-12' : 'M-4 0l12 12M4 0l12 12M12 0l12 12M20 0l12 12',
            stroke: colours.paper, 'stroke-width': 1.5});
        }
      }
      sample.replaceChildren(svg);
    }
  }

  /** A table that goes on beyond its right edge says so. */
  function markWideTables() {
    for (const box of document.querySelectorAll('.table')) {
      box.classList.toggle('scrolls', box.scrollWidth > box.clientWidth + 1);
    }
  }

  function offerCopying() {
    for (const button of document.querySelectorAll('.code button')) {
      button.hidden = false;
      button.addEventListener('click', async () => {
        const code = button.parentElement.querySelector('code');
        try {
          await navigator.clipboard.writeText(code.textContent);
          button.textContent = 'Copied';
        } catch {
          getSelection().selectAllChildren(code);
          button.textContent = 'Selected';
        }
        setTimeout(() => { button.textContent = 'Copy'; }, 1500);
      });
    }
  }

  /** Draws newer numbers in the same places; false when they need other places. */
  window.redraw = newer => {
    if (newer.length !== specs.length || newer.some((spec, i) => spec.kind !== specs[i].kind || spec.title !== specs[i].title)) return false;
    specs = newer;
    drawAll();
    return true;
  };

  root.dataset.charts = '0';
  drawAll();
  offerCopying();
  markWideTables();
  root.dataset.overflow = String(root.scrollWidth > root.clientWidth);

  let width = root.clientWidth;
  addEventListener('resize', () => {
    if (root.clientWidth !== width) {
      width = root.clientWidth;
      drawAll();
      markWideTables();
    }
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawAll);
  addEventListener('beforeprint', () => {
    root.classList.add('print');
    drawAll();
  });
  addEventListener('afterprint', () => {
    root.classList.remove('print');
    drawAll();
  });
})();
