import * as z from 'zod';
import { localSetting } from '@/lib/base/local-setting';

/** Whether the key `?` opens Help. Users of speech input can turn it off, because they type single keys by accident (WCAG 2.1.4). */
export const helpKey = localSetting('colonnade.helpKey', z.boolean());
