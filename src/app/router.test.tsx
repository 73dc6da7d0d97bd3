import { createRootRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { lazyPart } from '@/ui/components/lazy-part';
import { holdScreens } from './router';

const Screen = () => null;

test('a screen that is a lazy part is used as it is; the router’s own is held', () => {
  const LazyScreen = lazyPart(async () => ({ Part: await Promise.resolve(Screen) }), 'screen');
  const RouterScreen = lazyRouteComponent(async () => ({ default: await Promise.resolve(Screen) }));
  const root = createRootRoute();
  const part = createRoute({ getParentRoute: () => root, path: 'part', component: LazyScreen });
  const split = createRoute({ getParentRoute: () => root, path: 'split', component: RouterScreen });
  holdScreens(root.addChildren([part, split]));
  expect(part.options.component).toBe(LazyScreen);
  expect(split.options.component).not.toBe(RouterScreen);
});
