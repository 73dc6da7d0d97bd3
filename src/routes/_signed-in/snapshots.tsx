import { createFileRoute } from '@tanstack/react-router';
import { SnapshotsScreen } from '@/features/snapshots/components/snapshots-screen';

export const Route = createFileRoute('/_signed-in/snapshots')({ component: SnapshotsScreen });
