#!/bin/bash
# Run systemd with one unit, in namespaces of its own: nothing outside of FOLDER changes.
# boot.sh FOLDER PROJECT PYTHON UNIT; FOLDER has `etc`, which is added to the machine's, and `state`.
set -euo pipefail
folder=$1 project=$2 python=$3 unit=$4
cp -a /etc "$folder/machine"
cp -a "$folder/etc/." "$folder/machine/"
echo 'webdev-certs:x:10001:10001::/:/usr/sbin/nologin' >> "$folder/machine/passwd"
echo 'webdev-certs:x:10001:' >> "$folder/machine/group"
# Nothing else is started.
ln -sf /dev/null "$folder/machine/systemd/system/network-online.target"
# Where Python and the project may be on the machine of a developer, although homes are hidden from the unit.
mkdir -p "$folder/machine/systemd/system/webdev-certs@.service.d"
cat > "$folder/machine/systemd/system/webdev-certs@.service.d/here.conf" <<EOF
[Unit]
DefaultDependencies=no
[Service]
ProtectHome=tmpfs
BindReadOnlyPaths=$python $project
StandardOutput=append:/var/lib/unit.log
StandardError=append:/var/lib/unit.log
EOF
mount --make-rprivate /
mount -t tmpfs tmpfs /opt
mkdir /opt/webdev-certs
mount --bind "$project" /opt/webdev-certs
mount --bind "$folder/machine" /etc
mount --bind "$folder/state" /var/lib
mount -t proc proc /proc
mount -t tmpfs tmpfs /run
mount -t cgroup2 cgroup2 /sys/fs/cgroup
# systemd removes what the user of a unit that ends has in shared memory, where the folder may be.
mount -t tmpfs tmpfs /dev/shm
mount --bind /dev/null /dev/console
# As it is after a boot: systemd mounts what a unit sees in another namespace.
mount --make-rshared /
exec env -i container=tests /lib/systemd/systemd --system --unit="$unit" --log-target=null
